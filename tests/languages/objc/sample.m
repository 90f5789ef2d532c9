#import "Other.h"
#import <Foundation/Foundation.h>
@import UIKit;
#define MAX 3
/// A thing.
@interface Thing : NSObject <NSCopying>
@property (nonatomic, copy) NSString *name;
- (void)run:(int)times with:(NSString *)s;
+ (instancetype)make;
@end
@protocol Doer <NSObject>
- (void)act;
@end
@interface Thing (Extra)
- (int)size;
@end
@implementation Thing {
  int _count;
}
- (void)run:(int)times with:(NSString *)s { [self act]; }
+ (instancetype)make { return [Thing new]; }
@end
typedef int Count;
enum shade { DARK, LIGHT };
static int helper(int a) { return a; }
struct point { int x; };
